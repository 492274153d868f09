"""What is read and how: text rules and tokens, the token cache, who is held out, and what a batch is made of."""

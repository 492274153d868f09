/** Texts of three made-up people; two of them are by one. */
export const carpenter =
  'I should be glad, mind you, to mend the gate before the frost comes, for the hinge was never sound. ' +
  'If it were left to me, I would sooner use oak than pine, whatever the price of it may be this year. ' +
  'The boy can carry the planks up on Tuesday, and we shall see about the rest when he is done.';

export const carpenterAgain =
  'I should be glad, mind you, to look at the stairs before the guests come, for the rail was never safe. ' +
  'If it were left to me, I would sooner wait than hurry, whatever the master of the house may say to it. ' +
  'My brother has the tools down at the mill, and he brings them over when the cart goes by.';

export const nurse =
  'She slept a little after supper and took some broth at nine. The fever is lower now but her hands are cold. ' +
  'Doctor said we must keep the window open at night and give her nothing but water until he calls again on Friday. ' +
  'Her sister wrote from town and asked after her.';

const skipper =
  'We lay two days off the point with the wind dead against us and the crew short of bread. On the third it went round ' +
  'and we made the harbour under a rag of sail. Nobody was hurt. The hold is dry and the owners will have their wool.';

export const others = [
  ['Nurse', nurse],
  ['Skipper', skipper],
] as const;
export const threeAuthors = { known: [['Carpenter', carpenterAgain], ...others] } as const;

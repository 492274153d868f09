/** The SHA-256 of what draws the panel. */
export function hashPage(): string;

export const measuredFiles: Readonly<Record<string, readonly string[]>>;
export function hashCode(root: string, files: readonly string[]): string;
export function hashMeasured(root: string): Readonly<Record<string, string>>;

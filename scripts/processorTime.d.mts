export function readProcessorSeconds(): number | undefined;
export function calibrate(rounds?: number): number;
export function judge(
  used: number,
  budget: { readonly seconds: number; readonly calibration: number },
  calibration: number,
): { readonly isOver: boolean; readonly text: string };

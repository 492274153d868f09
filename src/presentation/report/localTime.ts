/** A moment as "2026-11-22 18:04:09 +01:00": the time of a place so many minutes ahead of UTC. */
export function localTime(moment: Date, minutesAhead: number): string {
  const there = new Date(moment.getTime() + minutesAhead * 60_000).toISOString();
  const away = Math.abs(minutesAhead);
  const offset = [Math.floor(away / 60), away % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${there.slice(0, 10)} ${there.slice(11, 19)} ${minutesAhead < 0 ? '−' : '+'}${offset}`;
}

/** A whole number, not negative, with its digits in groups of three: "12,345". Intl would take its first caller 30 ms. */
export function formatThousands(whole: number): string {
  return whole.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Upper limit of a share of which `hits` of `trials` were seen: the share at which so few hits or fewer have the probability
 * 1 − confidence (Clopper & Pearson 1934, one side). Never 0: of n trials without a hit it is 1 − (1 − confidence)^(1/n).
 *
 * @param hits    in [0, trials]; like `trials` it may be a fraction, for trials that are not independent
 */
export function upperLimit(hits: number, trials: number, confidence = 0.95): number {
  if (hits >= trials) return 1;
  let low = hits / trials;
  let high = 1;
  for (let step = 0; step < bisections; step++) {
    const middle = (low + high) / 2;
    if (betaShare(middle, hits + 1, trials - hits) < confidence) low = middle;
    else high = middle;
  }
  return high;
}

const bisections = 60;
const mostTerms = 500;
const settled = 1e-14;

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Press and others 2007, §6.4). */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < mostTerms; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d);
      c = awayFromZero(1 + term / c);
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < settled) break;
  }
  return fraction;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x ≥ ½ (Lanczos 1964). */
function logGamma(x: number): number {
  const sum = lanczos.reduce((total, weight, k) => total + weight / (x + k), 0.9999999999998099);
  const base = x + lanczos.length - 1.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

export const sheetWidth = 760;

/** A picture as a file of its own, in the colours of paper. */
export function svgFile(picture: ComponentChildren): string {
  const svg = render(<>{picture}</>).replace(/var\(--[\w-]+, ([^)]+)\)/g, '$1');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
}

/** Every such file begins so. */
export const svgBegins =
  '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" class="likeness"';

/** A picture of its own size, which can be a file. */
export function Sheet({
  name,
  height,
  children,
}: {
  readonly name: string;
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="likeness"
      role="group"
      aria-label={name}
      width={sheetWidth}
      height={height}
      viewBox={`0 0 ${sheetWidth} ${height}`}
      font-family="sans-serif"
    >
      {children}
    </svg>
  );
}

/** Lines of a table in RFC 4180. */
export function csvLines(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula is a text. */
export function asText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { randomBytes } from 'node:crypto';
import { render } from 'preact-render-to-string';
import * as vscode from 'vscode';

/** The panel's page: scripts by nonce, styles from the extension alone, nothing from anywhere else; with its words in other languages. */
export function panelHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const at = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource}`,
  ].join('; ');
  const { bundle } = vscode.l10n;
  const page = (
    <html lang={vscode.env.language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" href={at('panel.css')} />
      </head>
      <body>
        <div id="panel" data-sentences={bundle && JSON.stringify(bundle)} />
        <script nonce={nonce} src={at('panel.js')} />
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

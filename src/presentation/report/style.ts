/** One column that narrows to a phone; dark where the screen is; on paper A4 with page numbers, and no pair of passages on two pages. */
export const reportStyle = [
  ':root{color-scheme:light}',
  'body{font:16px/1.5 Georgia,serif;max-width:48em;margin:2em auto;padding:0 1em;color:#111;background:#fff;overflow-wrap:anywhere}',
  'h1{font-size:1.6em;line-height:1.2}h2{font-size:1.25em;margin-top:2em;border-bottom:1px solid #999}h3{font-size:1em}',
  'dl{display:grid;grid-template-columns:minmax(7em,2fr) 5fr;gap:.2em 1em}dt{font-weight:bold}dd{margin:0}',
  '.statement{font-size:1.15em;border-left:4px solid #111;padding-left:.8em}.carried{font-weight:bold}.quiet{color:#555}',
  '.caveat::before{content:"Note: ";font-weight:bold}',
  '.picture{font:11px sans-serif;margin:1em 0}.picture svg{display:block;overflow:visible}',
  '.wide{overflow:auto hidden}table{overflow-wrap:normal;border-collapse:collapse;font-size:.9em}th,td{text-align:left;vertical-align:top;padding:.2em .6em .2em 0;border-bottom:1px solid #999}tr{break-inside:avoid}',
  '.passage{border-top:1px solid #999;padding:.4em 0;break-inside:avoid}',
  '.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16em),1fr));gap:.5em 1.5em}',
  '.pair figure,.pair blockquote{margin:0}figcaption{color:#555;font-size:.9em}',
  '.passage-head{display:flex;gap:.5em}.passage-head .quiet{color:inherit}.passage-number{font-weight:bold;white-space:nowrap}',
  'mark{background:none;color:inherit}mark strong{text-decoration:underline}',
  'ol,ul{padding-left:1.6em}.hash{font:.75em/1.4 monospace;color:#333}.texts li{margin:.3em 0;break-inside:avoid}',
  '.sign{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14em),1fr));gap:2em;margin-top:3em;break-inside:avoid}',
  '.sign div{border-top:1px solid #111;padding-top:.3em}',
  '@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--vscode-foreground:#ddd;--vscode-descriptionForeground:#aaa;' +
    '--vscode-idiograph-passageUnderline:#8cc8f5}body{color:#ddd;background:#1e1e1e}.quiet,figcaption{color:#aaa}.hash{color:#bbb}' +
    '.statement{border-left-color:#ddd}}',
  '@page{size:A4;margin:20mm 18mm;@bottom-right{content:counter(page) " of " counter(pages);font:9pt Georgia,serif}}',
  '@media print{.wide{overflow:visible}body{font-size:10.5pt;max-width:none;margin:0;padding:0}h2,h3{break-after:avoid}.picture{break-inside:avoid}}',
].join('');

/** What strangers write to run code, to load a file of theirs, or to change a page that shows it. Each sets
 *  `window.owned` if it runs, and what it adds to a document is an element or attribute named `owned`, a request to
 *  evil.example, or a character that reorders text. */
export const PAYLOADS: readonly string[] = [
  '<script id=owned>owned=1</script>',
  '<img id=owned src=x onerror=owned=1>',
  '"><svg id=owned onload=owned=1>',
  `" owned autofocus tabindex=0 onfocus="owned=1`,
  `' owned autofocus tabindex=0 onfocus='owned=1`,
  '</title><script id=owned>owned=1</script>',
  '</textarea></select></option><img id=owned src=x onerror=owned=1>',
  '</bdi></code></pre></td></table><owned></owned>',
  '--><!-- <owned> --!><owned>',
  ']]><owned/><![CDATA[',
  '&#60;owned&#62; &lt;owned&gt; &amp;lt;owned&amp;gt;',
  'javascript:owned=1//<a id=owned href=javascript:owned=1>',
  'data:text/html,<script id=owned>owned=1</script>',
  '<meta id=owned http-equiv=refresh content="0;url=http://evil.example/">',
  '<base id=owned href=http://evil.example/><link id=owned rel=stylesheet href=//evil.example/x.css>',
  '<iframe id=owned srcdoc="<script>parent.owned=1</script>"></iframe>',
  '<form id=owned action=http://evil.example/><button id=owned>Sign in</button></form>',
  '<style id=owned>*{background:url(//evil.example/x.png)}</style>',
  '<details id=owned open ontoggle=owned=1><math href=javascript:owned=1>',
  `\${owned=1}{{owned=1}}\`owned\`<template id=owned>\\u003cscript\\u003e`,
];

/** Characters that hide, reorder or end text. Names can't have them, texts of pages can. */
export const HIDING = '\u202eowned\u2066\u0007\u001b[31m\u2028';

/** As it can stand in an address, which has neither spaces nor backslashes. */
export function inAddress(payload: string): string {
  return payload.replaceAll(/[ \\]/g, encodeURIComponent);
}

// Reads which rules of a document's style sheets match none of its elements, in an isolated world. Sheets of other sites
// that don't let pages read them are left out, and those for which there is no time. MAX_MS is replaced by a literal.
// The result is a list of {url, characters, unused}, both in characters of rules.
(() => {
  const maxMs = MAX_MS;
  const endsAt = performance.now() + maxMs;
  const sheetsOf = Object.getOwnPropertyDescriptor(Document.prototype, 'styleSheets').get;
  const find = Document.prototype.querySelector;
  // What an element is only at times, and parts of elements.
  const passing =
    /::[\w-]+(\([^()]*\))?|:(hover|active|focus|focus-within|focus-visible|visited|target|before|after|first-line|first-letter)(?![\w-])/g;

  const isUsed = (selector) => {
    try {
      return find.call(document, selector.replaceAll(passing, '')) !== null;
    } catch {
      return true;
    }
  };

  const files = [];
  const readRules = (rules, file) => {
    for (const rule of rules) {
      if (performance.now() > endsAt) return;
      if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (!(rule instanceof CSSStyleRule) && rule instanceof CSSGroupingRule)
        readRules(rule.cssRules, file);
      else {
        const { length } = rule.cssText;
        file.characters += length;
        if (rule instanceof CSSStyleRule && !isUsed(rule.selectorText)) file.unused += length;
      }
    }
  };
  const rulesOf = (sheet) => {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  };
  const readSheet = (sheet) => {
    const rules = sheet && rulesOf(sheet);
    if (!rules) return;
    const file = { url: sheet.href ?? document.URL, characters: 0, unused: 0 };
    readRules(rules, file);
    if (performance.now() <= endsAt) files.push(file);
  };
  for (const sheet of sheetsOf.call(document)) readSheet(sheet);
  return files.filter(({ unused }) => unused > 0);
})();

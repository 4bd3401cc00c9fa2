// Runs rules of axe-core in the isolated world that has loaded it, in one run: first those that only layout decides, then
// the audits of Lighthouse's category accessibility, unless the document has too many elements or there is no time left.
// LAYOUT_RULES, AUDITS, MAX_ELEMENTS and MAX_MS are replaced by literals; AUDITS is empty where none are asked for.
// The result is {layout, accessibility: {audits, fault}}: verdicts by rule, and why some audits have none.
(async () => {
  const layoutRules = LAYOUT_RULES;
  const auditRules = AUDITS;
  const maxElements = MAX_ELEMENTS;
  const maxMs = MAX_MS;
  const maxPlaces = 20;
  const maxCharacters = 1000;
  const endsAt = performance.now() + maxMs;
  const shadowRootOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get;
  const newWalker = Document.prototype.createTreeWalker;
  let fault = null;

  const hasTooManyElements = () => {
    const roots = [document];
    let elements = 0;
    for (const root of roots) {
      const walker = newWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
      for (let element = walker.nextNode(); element; element = walker.nextNode()) {
        if (++elements > maxElements) return true;
        const shadowRoot = shadowRootOf.call(element);
        if (shadowRoot) roots.push(shadowRoot);
      }
    }
    return false;
  };

  // axe-core runs its rules in their order, one after the other, and has no limit of time of its own.
  const limitTime = () => {
    const { rules } = axe._audit;
    const rank = ({ id }) => (layoutRules.includes(id) ? 0 : 1);
    rules.sort((one, other) => rank(one) - rank(other));
    for (const rule of rules.filter(({ id }) => !layoutRules.includes(id))) {
      const run = rule.run.bind(rule);
      rule.run = (context, options, resolve, reject) => {
        if (performance.now() < endsAt) return run(context, options, resolve, reject);
        fault = 'took_too_long';
        resolve(null);
      };
    }
  };

  // In a shadow tree, the selectors of its hosts come first: no selector of CSS matches an element there.
  const selectorOf = (target) => {
    const selector = target.flat().join(' >>> ');
    return selector.length > maxCharacters ? `${selector.slice(0, maxCharacters - 1)}…` : selector;
  };
  const placeOf = ({ node }) => ({
    selector: selectorOf(node.selector),
    excerpt: axe.utils.getElementSource(node.element).slice(0, maxCharacters),
  });
  const layoutVerdictOf = ({ passes = [], violations = [], incomplete = [] } = {}) => ({
    passed: passes.length,
    failed: violations.length,
    unsure: incomplete.length,
    places: violations.slice(0, maxPlaces).map(placeOf),
  });
  // What axe-core can't judge passes, and so do a rule that throws and one for whole pages that it leaves out:
  // Lighthouse overlooks the errors of this version of axe-core.
  const scoreOf = (result) => {
    if (result?.result === 'inapplicable') return null;
    return result?.violations?.length > 0 ? 0 : 1;
  };

  // As a reporter, this reads selectors of only those elements that are told of.
  const report = (results) => {
    const resultOf = new Map(results.map((result) => [result.id, result]));
    const judged = audits.filter((id) => fault !== 'took_too_long' || resultOf.has(id));
    return {
      layout: Object.fromEntries(layoutRules.map((id) => [id, layoutVerdictOf(resultOf.get(id))])),
      accessibility: {
        audits: Object.fromEntries(judged.map((id) => [id, scoreOf(resultOf.get(id))])),
        fault,
      },
    };
  };

  const audits = auditRules.length > 0 && hasTooManyElements() ? [] : auditRules;
  if (audits.length < auditRules.length) fault = 'too_many_elements';
  scrollTo(0, 0);
  try {
    axe.configure({ noHtml: true });
    limitTime();
    return await axe.run(document, {
      runOnly: { type: 'rule', values: [...new Set([...layoutRules, ...audits])] },
      reporter: (results, _options, resolve) => resolve(report(results)),
      iframes: false,
    });
  } catch {
    return { layout: {}, accessibility: { audits: {}, fault: 'rules_failed' } };
  } finally {
    // axe-core scrolls, and a picture of the whole page follows.
    scrollTo(0, 0);
  }
})();

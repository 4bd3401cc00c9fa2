// Runs the rules of axe-core that only layout decides, in the isolated world that has loaded axe-core.
// RULES is replaced by a literal. The result is an object by rule.
(async () => {
  const rules = RULES;
  const maxPlaces = 20;
  const maxCharacters = 1000;
  // In a shadow tree, the selectors of its hosts come first: no selector of CSS matches an element there.
  const selectorOf = (target) => {
    const selector = target.flat().join(' >>> ');
    return selector.length > maxCharacters ? `${selector.slice(0, maxCharacters - 1)}…` : selector;
  };
  scrollTo(0, 0);
  const { passes, violations, incomplete } = await axe.run(document, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations', 'passes', 'incomplete'],
    iframes: false,
  });
  const nodesOf = (results, rule) => results.find(({ id }) => id === rule)?.nodes ?? [];
  return Object.fromEntries(
    rules.map((rule) => {
      const failed = nodesOf(violations, rule);
      const places = failed.slice(0, maxPlaces).map(({ target, html }) => ({
        selector: selectorOf(target),
        excerpt: html.slice(0, maxCharacters),
      }));
      const unsure = nodesOf(incomplete, rule).length;
      return [rule, { passed: nodesOf(passes, rule).length, failed: failed.length, unsure, places }];
    }),
  );
})();

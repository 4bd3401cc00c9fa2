/** A list in Chromium's format: comments, pins, entries over several lines, entries with other modes. */
export const SOME_LIST = `// Copyright notice with "quotes" and {brackets}
{
  "version": [1, {"name": "nested"}],
  "pinsets": [ { "name": "preloaded.example", "static_spki_hashes": ["a"] } ],
  "note": "entries",
  "entries": [
    // Hosts, one a line. {
    { "name": "preloaded.example", "policy": "bulk-1-year", "mode": "force-https", "include_subdomains": true },
    { "name": "alone.example", "policy": "custom", "mode": "force-https" }, // "not covering
    { "name": "dev", "mode": "force-https", "include_subdomains": true },
    {
      "name": " Upper.Example ",
      // "mode": "",
      "mode": "force-https", "include_subdomains": false,
      "reports": { "uri": "https://a.example/\\\\\\"{[" }
    },
    { "name": "pinned.example", "include_subdomains": true, "pins": "a" },
    { "name": "pins-only.preloaded.example", "mode": "", "include_subdomains_for_pinning": true },
    { "name": "twice.example", "mode": "force-https" },
    { "name": "twice.example", "pins": "b" },
    { "name": "xn--bcher-kva.example", "mode": "force-https", "include_subdomains": true },
    { "name": "bücher.example", "mode": "force-https" }
  ],
  "after": [ { "name": "after.example", "mode": "force-https" } ]
}
// End
`;

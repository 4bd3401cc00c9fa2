import { bytesText, millisecondsText } from '../../basics/quantities.js';
import { type Opportunity, type OpportunityItem, savingsText } from '../../engine/rendering/opportunities.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Medium } from '../medium.js';
import { scraped, scrapedAddress, visible } from '../scraped.js';

/** Of one opportunity on a page. The API has up to ten. */
const MAX_SHOWN = 3;
const MAX_URL = 120;
const MAX_SELECTOR = 120;

/** What would make the page faster, each with the places that matter most, folded. */
export function opportunityList(opportunities: readonly Opportunity[], medium: Medium): Html {
  if (opportunities.length === 0) return NOTHING;
  return html`<h3>What would make it faster</h3>
${opportunities.map((opportunity) => opportunityBlock(opportunity, medium))}`;
}

function opportunityBlock(opportunity: Opportunity, { isUnfolded }: Medium): Html {
  const { message, items } = opportunity;
  const savings = savingsText(opportunity);
  return html`<details class="row"${isUnfolded && html` open`}><summary>${visible(message)}${savings !== null && html` <span class="gain">${savings}</span>`}</summary>
<ul class="places">
${items.slice(0, MAX_SHOWN).map(itemOf)}</ul></details>
`;
}

function itemOf({ url, selector, bytes, ms, detail }: OpportunityItem): Html {
  const quantities = [bytes === null ? [] : bytesText(bytes), ms === null ? [] : millisecondsText(ms)].flat();
  const remarks = [quantities.join(', '), visible(detail ?? '')].filter((text) => text !== '');
  return html`<li>${remarks.length > 0 && html`<span class="where">${remarks.join(' · ')}</span>`}${
    url !== null && html`<code>${scrapedAddress(url, MAX_URL)}</code> `
  }${selector !== null && html`<code>${scraped(selector, MAX_SELECTOR)}</code>`}</li>
`;
}

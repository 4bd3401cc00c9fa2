import { webhookDisabledView } from './webhook-event.view.js';

it('an event about a webhook cuts a long address', () => {
  const url = `https://hooks.example.com/${'\u{e9}'.repeat(2000)}/secret`;
  const shown = webhookDisabledView({ id: 1, url }, 'gone', '/api/v1/webhooks/1');
  expect(shown.url).toHaveLength(500);
  expect(shown.url.startsWith('https://hooks.example.com/')).toBe(true);
  expect(shown.url.endsWith('…')).toBe(true);
});

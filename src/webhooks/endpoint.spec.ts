import { maskedEndpoint } from './endpoint.js';

it.each([
  ['https://hooks.example.com/services/T0/B0/secret', 'https://hooks.example.com/services/…'],
  ['https://hooks.example.com/services', 'https://hooks.example.com/services'],
  ['https://hooks.example.com/services/', 'https://hooks.example.com/services'],
  ['https://hooks.example.com:8443/in?token=secret', 'https://hooks.example.com:8443/in/…'],
  ['https://hooks.example.com/#secret', 'https://hooks.example.com/…'],
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['secret', '…'],
])('shows %s as %s', (url, shown) => {
  expect(maskedEndpoint(url)).toBe(shown);
});

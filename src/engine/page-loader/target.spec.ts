import { judgeTarget } from './target.js';

const policy = {
  allowedPorts: new Set([80, 443]),
  allowedTargets: new Set(['127.0.0.1:8080', 'intranet:80', '[::1]:80']),
};

function faultOf(text: string): string | null {
  const judged = judgeTarget(text, policy);
  return 'fault' in judged ? judged.fault : null;
}

describe('judgeTarget', () => {
  it.each([
    'https://example.com',
    'HTTP://EXAMPLE.COM/',
    'https://example.com:443/a?b=c#d',
    'http://example.com:80/',
    'https://example.com./',
    'https://bücher.example/ü',
    'https://xn--bcher-kva.example/',
    'https://a_b.example.com/',
    'https://example.com/%20',
    'https://1.example.com/',
  ])('accepts %s', (text) => {
    expect(faultOf(text)).toBeNull();
  });

  it.each(['http://127.0.0.1:8080/a', 'http://intranet/', 'http://0x7f.1:8080/', 'http://[::1]/'])(
    'accepts the allowed target %s',
    (text) => {
      expect(faultOf(text)).toBeNull();
    },
  );

  it.each([
    ['', 'absolute'],
    ['example.com', 'absolute'],
    ['//example.com/', 'absolute'],
    ['ftp://example.com/', 'absolute'],
    ['javascript:alert(1)', 'absolute'],
    ['file:///etc/passwd', 'absolute'],
    ['http:example.com', 'absolute'],
    ['http:///example.com', 'absolute'],
    ['http://', 'absolute'],
    ['http://exa%mple.com/', 'absolute'],
    ['http://999.1.1.1/', 'absolute'],
    [' http://example.com/', 'white space'],
    ['http://example.com/a b', 'white space'],
    ['http://exam\tple.com/', 'white space'],
    ['http://example.com/\n', 'white space'],
    ['\ufeffhttp://example.com/', 'white space'],
    ['http://example.com/\u200b', 'white space'],
    ['http:\\\\example.com/', 'white space'],
    ['http://example.com\\@127.0.0.1/', 'white space'],
    ['http://user@example.com/', 'user name'],
    ['http://user:secret@example.com/', 'user name'],
    ['http://@example.com/', 'user name'],
    ['http://127.0.0.1/', 'IP address'],
    ['http://127.1/', 'IP address'],
    ['http://2130706433/', 'IP address'],
    ['http://0x7f000001/', 'IP address'],
    ['http://0177.0.0.1/', 'IP address'],
    ['http://１２７.０.０.１/', 'IP address'],
    ['http://8.8.8.8/', 'IP address'],
    ['http://[2606:4700::1111]/', 'IP address'],
    ['http://[::ffff:127.0.0.1]/', 'IP address'],
    ['http://localhost/', 'public internet'],
    ['http://LOCALHOST./', 'public internet'],
    ['http://a.localhost/', 'public internet'],
    ['http://printer.local/', 'public internet'],
    ['http://metadata.google.internal/', 'public internet'],
    ['http://a.test/', 'public internet'],
    ['http://a.invalid/', 'public internet'],
    ['http://a.onion/', 'public internet'],
    ['http://a.alt/', 'public internet'],
    ['http://1.0.0.127.in-addr.arpa/', 'public internet'],
    ['http://intranet:8080/', 'single label'],
    ['http://com/', 'single label'],
    ['http://a..example.com/', 'labels'],
    [`http://${'a'.repeat(64)}.com/`, 'labels'],
    [`http://${'a.'.repeat(127)}com/`, 'labels'],
    ['http://example.com:8080/', 'port 80 or 443'],
    ['https://example.com:22/', 'port 80 or 443'],
    ['http://example.com:0/', 'port 80 or 443'],
  ])('refuses %j', (text, rule) => {
    expect(faultOf(text)).toContain(rule);
  });

  it('names the setting that would allow a private host', () => {
    expect(faultOf('http://10.0.0.1:8080/')).toContain('add 10.0.0.1:8080 to the setting ALLOWED_TARGETS');
  });

  it('exempts the exact host and port only', () => {
    expect(faultOf('http://127.0.0.1:8081/')).not.toBeNull();
    expect(faultOf('https://intranet/')).not.toBeNull();
  });
});

import { OpenClaims } from './open-claims.js';

const claim = (report_id: number, attempts = 1) => ({ account_id: 1, report_id, attempts });

describe('OpenClaims', () => {
  it('calls a claim lost that nobody works on, twice in a row', () => {
    const claims = new OpenClaims();
    claims.begin(claim(1));
    expect(claims.lostAmong([claim(1), claim(2)])).toEqual([]);
    expect(claims.lostAmong([claim(1), claim(2)])).toEqual([claim(2)]);
    claims.end(claim(1));
    expect(claims.lostAmong([claim(1)])).toEqual([]);
    expect(claims.lostAmong([claim(1)])).toEqual([claim(1)]);
  });

  it('takes another time that the same audit is claimed for another claim', () => {
    const claims = new OpenClaims();
    expect(claims.lostAmong([claim(1, 1)])).toEqual([]);
    expect(claims.lostAmong([claim(1, 2)])).toEqual([]);
  });
});

import { entriesOf } from './hosts-file.js';

describe('entriesOf', () => {
  it('finds every address of a name, without regard to case and comments', () => {
    const entries = entriesOf(
      '# 1.1.1.1 no.example\n127.0.0.1\tlocalhost  Loop.example # x\r\n::1 localhost\n\n10.0.0.1',
    );
    expect(entries.get('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(entries.get('loop.example')).toEqual(['127.0.0.1']);
    expect([...entries.keys()]).toEqual(['localhost', 'loop.example']);
  });
});

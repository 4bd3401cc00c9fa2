import { columnsOf, csvText } from './csv.js';

const lineOf = (...cells: unknown[]) => csvText([cells]);

describe('csvText', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@A1', "'@A1"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['="a",1', `"'=""a"",1"`],
    ['a=1', 'a=1'],
    ["'=1", "'=1"],
  ])('puts an apostrophe before %j if a spreadsheet would run it', (text, cell) => {
    expect(lineOf(text)).toBe(`${cell}\r\n`);
  });

  it('leaves numbers numbers', () => {
    expect(lineOf(-5, 0, 81.25, -0.5)).toBe('-5,0,81.25,-0.5\r\n');
  });

  it('leaves cells empty for null and undefined, and spells truth values and lists as JSON does', () => {
    expect(lineOf(null, undefined, '', true, false, ['a', 'b'], { n: -1 })).toBe(
      ',,,true,false,"[""a"",""b""]","{""n"":-1}"\r\n',
    );
  });

  it.each(['a\nb', 'a\rb', 'a\r\nb', 'a,b', 'a"b', 'a;=1+1', 'a\t=1+1'])('quotes %j', (text) => {
    expect(lineOf(text)).toBe(`"${text.replace('"', '""')}"\r\n`);
  });
});

describe('columnsOf', () => {
  it('has one column for each field, and for a part of a field', () => {
    const columns = columnsOf(['id', 'error.code']);
    const cellsIn = (record: object) => columns.map(({ valueIn }) => valueIn(record));
    expect(columns.map(({ name }) => name)).toEqual(['id', 'error_code']);
    expect(cellsIn({ error: { code: 'too_slow', detail: 'Text.' }, id: 7 })).toEqual([7, 'too_slow']);
    expect(cellsIn({ id: 7, error: null })).toEqual([7, undefined]);
  });
});

import { encoded, MessageReader } from './message-reader.js';

const limits = { messageBytes: 20, runBytes: 60 };
const read = (reader: MessageReader, text: string) => [...reader.read(Buffer.from(text))];

it('divides a stream into messages, wherever its chunks end', () => {
  const reader = new MessageReader(limits);
  expect(read(reader, `${encoded({ id: 1 })}{"id"`)).toEqual([{ id: 1 }]);
  expect(read(reader, ':2}')).toEqual([]);
  expect(read(reader, `\0${encoded({ id: 3 })}`)).toEqual([{ id: 2 }, { id: 3 }]);
});

it('reads a message of the largest size, and none beyond', () => {
  const largest = `"${'x'.repeat(11)}"`;
  expect(read(new MessageReader(limits), `{"id":${largest}}\0`)).toHaveLength(1);
  expect(() => read(new MessageReader(limits), `{"id":${largest}} \0`)).toThrow(/more than/);
  expect(() => read(new MessageReader(limits), 'x'.repeat(21))).toThrow(/a message of more than/);
});

it('passes over an answer that is too long and can be done without', () => {
  const reader = new MessageReader({ messageBytes: 40, runBytes: 999 }, (id) => (id === 12 ? 20 : undefined));
  const long = 'x'.repeat(50);
  const tooLong = { id: 12, error: { message: expect.stringContaining('too long') } };
  expect(read(reader, `{"id":12,"result":"${long}`)).toEqual([]);
  expect(read(reader, `${long}"}\0${encoded({ id: 13 })}`)).toEqual([tooLong, { id: 13 }]);
  expect(read(reader, encoded({ id: 12, result: 1 }))).toEqual([{ id: 12, result: 1 }]);
  expect(read(reader, '{"id":1')).toEqual([]);
  expect(read(reader, `2,"result":"${long}"}\0`)).toEqual([tooLong]);
  expect(() => read(reader, `{"id":13,"result":"${long}`)).toThrow(/a message of more than/);
});

it('counts the bytes of a run', () => {
  const reader = new MessageReader(limits);
  const message = encoded({ id: 'x'.repeat(9) });
  for (let run = 0; run < 3; run += 1) {
    reader.beginRun();
    for (let count = 0; count < 3; count += 1) read(reader, message);
  }
  expect(() => read(reader, message)).toThrow(/messages of more than/);
});

it.each(['[]', 'null', '1', 'GET / HTTP/1.1', ''])('refuses %j', (text) => {
  expect(() => read(new MessageReader(limits), `${text}\0`)).toThrow();
});

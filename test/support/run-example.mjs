// Asks the function that verifies a signature in an example, in Python or PHP, of each request on standard input, and
// prints the answers. A program of its own: these runtimes are ES modules that Jest can't load.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const [language, file] = process.argv.slice(2);
const [source, requests] = [await readFile(file, 'utf8'), await text(process.stdin)];
console.log(language === 'python' ? await inPython() : await inPhp());
process.exit(0);

async function inPython() {
  const { loadPyodide } = await import('pyodide');
  const python = await loadPyodide();
  python.globals.set('requests', requests);
  python.globals.set('__name__', 'example');
  python.runPython(source);
  return python.runPython(`
import json
json.dumps([is_genuine(each["secret"], each["headers"], each["body"].encode()) for each in json.loads(requests)])`);
}

async function inPhp() {
  const { loadPHPRuntime, PHP } = await import('@php-wasm/universal');
  const { getPHPLoaderModule } = await import('@php-wasm/node-8-4');
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  php.writeFile('/example.php', source);
  php.writeFile('/requests.json', requests);
  const { text, errors } = await php.run({
    code: `<?php
      unset($_SERVER['REQUEST_METHOD']);
      require '/example.php';
      echo json_encode(array_map(
        fn ($each) => isGenuine($each['secret'], $each['headers'], $each['body']),
        json_decode(file_get_contents('/requests.json'), true),
      ));`,
  });
  if (errors) throw new Error(errors);
  return text;
}

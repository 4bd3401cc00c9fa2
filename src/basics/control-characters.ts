/** Characters that control a terminal or turn the direction of text: names with them could pretend to be something else.
 *  @see https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const CLASS = String.raw`[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;

export const WITHOUT_CONTROL_CHARACTERS = new RegExp(`^(?!.*${CLASS}).*$`, 'su');

const SHOWN = new RegExp(`${CLASS}|\\p{Cf}`, 'gu');

/** The text with its control characters written out, like `\u001b`, for terminals. */
export function visible(text: string): string {
  return text.replaceAll(SHOWN, (character) => escaped(character.codePointAt(0) ?? 0));
}

/** Begins a command to the runners of GitHub and Azure, wherever it stands in a line of a log. */
const RUNNER_COMMAND = /##(?=[\w-]*\[)/g;
/** Begins a command to GitHub's runner at the start of a line. */
const LINE_COMMAND = /^(\s*):(?=:)/;

/** One line of text that no runner of a pipeline takes for a command.
 *  @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
export function uncommanding(line: string): string {
  return line.replaceAll(RUNNER_COMMAND, '# #').replace(LINE_COMMAND, '$1: ');
}

/** JSON with its control characters as escapes, for terminals and the logs of pipelines; it means the same. */
export function visibleJson(json: string): string {
  return json
    .replaceAll(RUNNER_COMMAND, '#\\u0023')
    .replaceAll(SHOWN, (character) =>
      Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
    );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

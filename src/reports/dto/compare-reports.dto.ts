import { ValidateBy } from 'class-validator';
import { idFrom } from '../../platform/http/rules/number.js';
import { Parameter, Value } from '../../platform/http/rules/parameter.js';

/** The report to compare with: an id in plain digits, or the one before. */
function ReportOrPrevious(): PropertyDecorator {
  return Parameter(
    {
      type: 'string',
      maxLength: 100,
      pattern: '^(previous|0|[1-9][0-9]*)$',
      default: 'previous',
      description:
        'The report to compare with: its id, or previous for the newest completed report of the same url before this one.',
    },
    Value(idFrom),
    ValidateBy({
      name: 'reportOrPrevious',
      validator: {
        validate: (value) => value === 'previous' || Number.isInteger(value),
        defaultMessage: () => '$property must be previous, or the id of a report in plain digits.',
      },
    }),
  );
}

export class CompareReportsQuery {
  @ReportOrPrevious() with: 'previous' | number = 'previous';
}

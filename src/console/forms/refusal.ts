import { type Response } from 'express';
import { DomainError } from '../../platform/errors/domain-error.js';
import { MonitorExists } from '../../monitors/monitor-errors.js';
import { type ParameterErrors, PROBLEM_TYPES } from '../../platform/errors/problems.js';
import { type Fields } from '../../platform/http/input/input.js';
import { QueueFull } from '../../reports/report-errors.js';
import { type Html } from '../../platform/pages/html.js';
import { FormOutdated } from '../console-errors.js';
import { sentenceOf } from '../pages/sentences.js';

/** Why a form is shown again. */
export interface Refusal {
  /** The fields as they were sent. */
  readonly typed: Fields;
  readonly sentence: Html | string;
  /** By field; none: the sentence is about all of it. */
  readonly errors: ParameterErrors;
}

/** The refusal of a form, with its status and headers on the response.
 *  @throws the error if it is no refusal */
export function refusalOf(response: Response, error: unknown, typed: Fields = {}): Refusal {
  if (!(error instanceof DomainError)) throw error;
  if (error.status >= 500 && !(error instanceof QueueFull)) throw error;
  const { status } = PROBLEM_TYPES[error instanceof MonitorExists ? 'validation_failed' : error.code];
  response.status(status).set(error.headers);
  return { typed: keptOf(error, typed), sentence: sentenceOf(error), errors: error.errors ?? {} };
}

/** Anyone who is told of a change may replace it. */
function keptOf(error: DomainError, { version, ...typed }: Fields): Fields {
  return error instanceof FormOutdated || version === undefined ? typed : { ...typed, version };
}

/** A field as it was typed; empty if it was not sent as text. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

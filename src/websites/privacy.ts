import { type Warning } from '../platform/http/input/warnings.js';
import { type Privacy } from './website.entity.js';

/** What an update asks for; absent fields stay as they are. */
export interface PrivacyChange {
  readonly privacy?: Privacy | undefined;
  readonly hasPassword: boolean;
}

export interface PrivacyDecision {
  readonly privacy: Privacy;
  readonly password: 'keep' | 'replace' | 'forget';
  readonly warnings: readonly Warning[];
}

/** Decides what an update does to a website's privacy and password. A password counts only together with
 *  privacy 2 in the same request; leaving privacy 2 forgets it. */
export function decidePrivacy(
  current: { readonly privacy: Privacy; readonly hasPassword: boolean },
  change: PrivacyChange,
): PrivacyDecision {
  const privacy = change.privacy ?? current.privacy;
  const isReplaced = change.hasPassword && change.privacy === 2;
  const password = isReplaced ? 'replace' : privacy === 2 ? 'keep' : 'forget';
  return { privacy, password, warnings: warningsOf(current, change, isReplaced) };
}

function warningsOf(
  current: { readonly hasPassword: boolean },
  change: PrivacyChange,
  isReplaced: boolean,
): readonly Warning[] {
  if (change.hasPassword && !isReplaced) {
    return [
      {
        code: 'password_ignored',
        field: 'password',
        detail: 'password had no effect: it is set only together with privacy=2.',
      },
    ];
  }
  if (change.privacy === 2 && !isReplaced && !current.hasPassword) {
    return [
      {
        code: 'password_missing',
        field: 'password',
        detail: 'No password is set: nobody can open the pages until one is sent together with privacy=2.',
      },
    ];
  }
  return [];
}

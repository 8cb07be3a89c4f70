import { findProgram, provideByApt } from './apt.ts'

const advice = `The tests of LDAP need slapd, which is not installed. Install it with your package manager, for example on Debian:
  sudo apt-get install slapd`

/** The LDAP server of OpenLDAP, or null. Only root has its folder in the path. */
export const findSlapd = (): string | null => findProgram(['slapd'], ['/usr/sbin', '/usr/local/sbin', '/usr/libexec'])

/**
 * Find slapd, or install it where this account may.
 *
 * @returns null, or the sentence that says what to do
 */
export const provideSlapd = (log: (line: string) => void): string | null =>
  provideByApt([['slapd']], () => findSlapd() !== null, log) ? null : advice

import type { Settings } from '#server/settings.ts'

/** The part before the path in an address for git over SSH; null where `SSH_PORT` is not set. */
export function sshBase({ sshPort, externalUrl }: Pick<Settings, 'sshPort' | 'externalUrl'>): string | null {
  if (sshPort === undefined) return null
  const { hostname } = new URL(externalUrl)
  return sshPort === 22 ? `git@${hostname}:` : `ssh://git@${hostname}:${sshPort}/`
}

/** The address of a project for git over SSH; null where there is none. */
export function sshUrl(settings: Pick<Settings, 'sshPort' | 'externalUrl'>, fullPath: string): string | null {
  const base = sshBase(settings)
  return base === null ? null : `${base}${fullPath}.git`
}

/**
 * The same for programs: clients of the API take it for granted, so that without `SSH_PORT` it is the address that SSH would have.
 *
 * @source GitLab's API: `ssh_url_to_repo` is a string also where SSH is switched off
 */
export const toldSshUrl = (settings: Pick<Settings, 'sshPort' | 'externalUrl'>, fullPath: string): string =>
  `${toldSshBase(settings)}${fullPath}.git`

/** The part before the path in such an address, with the default port where `SSH_PORT` is not set. */
export const toldSshBase = ({ sshPort = 22, externalUrl }: Pick<Settings, 'sshPort' | 'externalUrl'>): string =>
  sshBase({ sshPort, externalUrl }) ?? ''

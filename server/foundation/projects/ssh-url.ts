import type { Settings } from '#server/settings.ts'

/** What stands before the path in an address for git over SSH; null where `SSH_PORT` is not set. */
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

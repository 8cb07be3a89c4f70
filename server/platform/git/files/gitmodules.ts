const words = {
  // An option where an address or a path belongs, or a command.
  values: /^[ \t]*(?:(?:url|path)[ \t]*=[ \t]*"?-|update[ \t]*=[ \t]*"?!|url[ \t]*=.*\\n)/im,
  names: /^[ \t]*\[submodule[ \t]+"(?:[^"\\]|\\.)*"\]/gim,
} as const

/** Whether a path names the list of submodules of its folder, however a file system may spell it. */
export const isGitmodules = (path: string): boolean =>
  path.slice(path.lastIndexOf('/') + 1).toLowerCase() === '.gitmodules'

/**
 * May a commit list submodules so? A push of what git refuses is refused by git; what is written on a page has no other check.
 *
 * @source git-fsck(1), gitmodulesName, gitmodulesPath, gitmodulesUpdate, gitmodulesUrl
 */
export function isSafeGitmodules(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString('latin1')
  if (words.values.test(text)) return false
  return (text.match(words.names) ?? []).every(head => !/(?:["/\\]|^)\.\.(?:["/\\]|$)/.test(head))
}

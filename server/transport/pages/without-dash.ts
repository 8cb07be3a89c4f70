/** The pages of a project whose addresses GitLab also takes without `/-/`, as old links and programs such as Danger write them. */
const words = [
  ...['issues', 'merge_requests', 'milestones', 'labels', 'boards'],
  ...['blob', 'tree', 'raw', 'blame', 'commit', 'commits', 'compare', 'branches', 'tags', 'graphs'],
]
const shape = new RegExp(`^((?:/[^/?]+){2,}?)/((?:${words.join('|')})(?:[/?].*)?)$`)

/** @returns the address with `/-/`; null for an address that is none of a page of a project without it */
export function withDash(url: string): string | null {
  const found = shape.exec(url)
  return found === null || /\/-(?:\/|$)/.test(url.replace(/\?.*/s, '')) ? null : `${found[1]}/-/${found[2]}`
}

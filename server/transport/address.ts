import { isReserved } from '#server/foundation/namespaces/reserved-paths.ts'

const gitSuffix =
  /^(.+?)(\.git)?\/(info\/refs|info\/lfs\/.*|git-upload-pack|git-upload-archive|git-receive-pack|HEAD|objects\/.*)$/

/**
 * Put the full path of a namespace into one encoded segment, so that routes are plain:
 * `/a/b/c/-/issues/7` becomes `/a%2Fb%2Fc/-/issues/7`, `/groups/a/b/-/labels` becomes `/groups/a%2Fb/-/labels`,
 * `/a/b.git/info/refs` becomes `/a%2Fb.git/info/refs`, and `/a/b` becomes `/a%2Fb`. The keys of a person, at `/ann.keys` and
 * `/ann.gpg`, get an address of their own.
 *
 * @param url  path with query, as the client sent it
 */
export function rewriteAddress(url: string): string {
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  const query = question < 0 ? '' : url.slice(question)
  if (path === '/' || path.startsWith('/-/')) return url
  // The suffix may follow a word or a number; if names are in the address it may be part of one.
  if (path.startsWith('/api/v4/'))
    return /\/(?:labels|uploads|repository)\//.test(path)
      ? url
      : path.replace(/(\/(?:[a-z_]+|\d+))\.json$/, '$1') + query
  if (path.startsWith('/groups/')) {
    const dash = path.indexOf('/-/')
    if (dash < 0) return `/groups/${joined(path.slice('/groups/'.length).replace(/(?<!\/)\/+$/, ''))}${query}`
    return `/groups/${joined(path.slice('/groups/'.length, dash))}${path.slice(dash)}${query}`
  }
  const keys = /^\/([^/]+)\.(keys|gpg)$/.exec(path)
  if (keys !== null) return `/-/users/${keys[1]}/${keys[2] === 'gpg' ? 'gpg' : 'ssh'}_keys${query}`
  const first = path.slice(1).split('/', 1)[0] ?? ''
  if (isReserved(first, 'top')) return url
  const git = gitSuffix.exec(path)
  if (git?.[1] !== undefined && (git[2] !== undefined || query.includes('service=git-') || path.endsWith('-pack'))) {
    return `/${joined(git[1].slice(1))}.git/${git[3]}${query}`
  }
  const dash = path.indexOf('/-/')
  if (dash > 0) return `/${joined(path.slice(1, dash))}${path.slice(dash)}${query}`
  const alerts = /^\/(.+?)\/((?:alerts\/notify(?:\/[^/]+\/[^/]+)?|prometheus\/alerts\/notify)\.json)$/.exec(path)
  if (alerts?.[1] !== undefined) return `/${joined(alerts[1])}/${alerts[2]}${query}`
  // The few addresses of a project or group without a dash: nothing in a group can have their names, but those of templates.
  const tail =
    /^\/(.+?)\/(notes(?:\/[^/]+(?:\/[a-z_]+)?)?|noteable\/[^/]+\/[^/]+\/notes|preview_markdown|refs|todos|uploads(?:\/[0-9a-f]{32}\/[^/]+)?|new_issuable_address|description_templates\/names\/[^/]+|templates\/[^/]+\/[^/]+)$/.exec(
      path,
    )
  // A client may encode a full path into one segment, as in the API, with the same meaning.
  const isOfTemplates = /^(?:description_)?templates\//.test(tail?.[2] ?? '')
  if (tail?.[1] !== undefined && (!isOfTemplates || /\/|%2f/i.test(tail[1])))
    return `/${joined(tail[1])}/${tail[2]}${query}`
  return `/${joined(path.slice(1).replace(/(?<!\/)\/+$/, ''))}${query}`
}

const joined = (segments: string): string => segments.replaceAll('/', '%2F')

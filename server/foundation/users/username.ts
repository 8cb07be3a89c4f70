import { isReserved } from '#server/foundation/namespaces/path.ts'

/**
 * What speaks against a username, as sentences that follow the word "Username". Whether it is taken is for the
 * database to say.
 */
export function usernameProblems(username: string): readonly string[] {
  if (username === '') return ["can't be blank"]
  if (username.length < 2) return ['is too short (minimum is 2 characters)']
  if (username.length > 255) return ['is too long (maximum is 255 characters)']
  if (!/^[A-Za-z0-9_.-]+$/.test(username)) return ["can contain only letters, digits, '_', '-' and '.'"]
  if (/^[-.]|\.$|\.(git|atom|json)$/i.test(username))
    return ["can't start with '-' or '.', nor end in '.', '.git', '.atom' or '.json'"]
  if (isReservedPath(username)) return ['is a reserved name']
  return []
}

/** Whether a word at the root of the site's addresses is taken by the site itself. */
export function isReservedPath(path: string): boolean {
  return reserved.has(path.toLowerCase()) || isReserved(path, 'top')
}

const reserved = new Set(
  `- . .. .well-known 404.html 422.html 500.html 502.html 503.html about abuse_reports account accounts activity
  admin ai api api-docs app assets auth autocomplete avatar avatars boards browse ci ciao code dashboard db deploy.html
  docs download downloads edit emojis error errors explore favicon.ico favicon.png favicon.svg feed feeds files fonts
  ghost graphiql graphql group groups health health_check health_checks help home images import index index.html
  invites issues jobs js jwt live login logout manifest.json mail mails members merge_requests metrics
  milestones monitoring new news notes notification_settings oauth password pages preferences privacy profile profiles
  projects public raw readiness liveness register registration reset robots.txt s search security sent_notifications
  service-worker.js session sessions settings sidekiq sign_in sign_out sign_up signin signout signup sitemap.xml
  snippets socket static status support sw.js system teams terms todos token tokens topics unsubscribes uploads user
  users v2 verify version web webhooks websocket wiki ws`
    .split(/\s+/)
    .filter(word => word !== ''),
)

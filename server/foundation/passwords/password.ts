import { hash, verify } from '@node-rs/argon2'
import { longestPassword, shortestPassword } from '#contract/foundation/password-length.ts'
import { tooLong } from '#server/platform/text/problems.ts'

// argon2id, which is the package's own choice: 19 MiB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let decoy: Promise<string> | null = null

/**
 * Whether a password is the one of a hash. Without a hash it is not, which takes the same time, so that the time of a
 * reply does not reveal whether there is such an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // A longer one cannot have been set; it is not worth the hashing.
  const given = password.slice(0, longestPassword + 1)
  if (passwordHash !== null) return verify(passwordHash, given)
  decoy ??= hashPassword('no account has this one')
  await verify(await decoy, given)
  return false
}

/**
 * The faults of a person's password, as sentences that follow the word "Password".
 *
 * @param own  the person's username, name and email address
 */
export function passwordProblems(password: string, own: readonly string[]): readonly string[] {
  if (password === '') return ["can't be blank"]
  if (password.length < shortestPassword) return [`is too short (minimum is ${shortestPassword} characters)`]
  if (password.length > longestPassword) return [tooLong(longestPassword)]
  const given = password.toLowerCase()
  if (own.some(each => each !== '' && each.toLowerCase() === given))
    return ['must not be your username, name or email address']
  if (common.has(given) || /^(.)\1*$/u.test(given)) return ['is too common']
  return []
}

// Common passwords of at least eight characters; shorter ones are refused anyway.
const common = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd p@ssword1 pa55word
  12345678 123456789 1234567890 12345678910 123456789a 87654321 987654321 0987654321 123123123 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 asdfghjk asdfghjkl
  q1w2e3r4 q1w2e3r4t5 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1b2c3d4 a1234567 a12345678 aa123456 aa12345678
  iloveyou iloveyou1 ilovegod sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
  superman superman1 starwars batman123 trustno1 whatever welcome1 welcome123 letmein1 letmein123 changeme changeme1
  changeme123 administrator admin123 admin1234 admin12345 admin123456 root1234 rootroot test1234 testtest testing123
  secret123 default1 temp1234 monkey123 dragon123 master123 michael1 jennifer jordan23 computer internet samsung1
  liverpool chelsea1 arsenal1 charlie1 jessica1 michelle nicholas victoria elizabeth corvette mercedes maverick
  hunter12 killer123 shadow123 freedom1 blink182 pokemon1 naruto123 minecraft google123 facebook1 linkedin1 apple123
  correcthorsebatterystaple opensesame 11223344 112233445566 11112222 12121212 12344321 13131313 147258369 159753456
  789456123 741852963 963852741 asdasdasd asdf1234 qazwsxedc qweasdzxc qweasd123 qwe123456 zxcasdqwe`
    .split(/\s+/)
    .filter(word => word !== ''),
)

import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { usePlace } from '#web/api/place.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Mark } from '#web/ui/brand/Mark.tsx'
import styles from './Welcome.module.css'

const promises = [
  ['Plan', 'Issues, labels and milestones that say who does what by when, live for everybody who looks.'],
  ['Build', 'Git repositories over HTTP, with their files, branches and commits to read in place.'],
  ['Talk', 'Discussions where the work is. What you type is kept, whatever happens to the connection.'],
] as const

export function Welcome() {
  const { signupEnabled } = useViewer()
  usePlace({ title: foundationTitles.welcome, namespace: null, active: null, crumbs: [] })
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <Mark sizePx={72} />
        <h1 className={styles.title}>Where the threads of a project come together</h1>
        <p className={styles.lead}>Plan the work, keep the code, and talk about both in one place that is yours.</p>
        <div className={styles.actions}>
          <LinkButton href="/users/sign_in" variant="primary" size="l">
            Sign in
          </LinkButton>
          {signupEnabled && (
            <LinkButton href="/users/sign_up" size="l">
              Register
            </LinkButton>
          )}
          <LinkButton href="/explore" variant="quiet" size="l">
            Explore projects
          </LinkButton>
        </div>
      </section>
      <ul className={styles.promises}>
        {promises.map(([title, text]) => (
          <li key={title} className={styles.promise}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

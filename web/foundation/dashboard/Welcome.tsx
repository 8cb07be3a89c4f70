import { useEffect } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { embedded } from '#web/api/page.ts'
import { usePlace } from '#web/api/place.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Mark } from '#web/ui/brand/Mark.tsx'
import styles from './Welcome.module.css'

const promises = [
  ['Plan', 'Track who does what by when with issues, labels and milestones, updated live.'],
  ['Build', 'Host Git repositories and browse their files, branches and commits.'],
  ['Talk', 'Discuss work where it happens. Drafts survive a lost connection.'],
] as const

export function Welcome() {
  const { signupEnabled, homePageUrl } = useViewer()
  // The server redirects those who load the page; links inside of the application come here. A person who is signing out
  // goes to the page for that instead.
  useEffect(() => {
    if (homePageUrl !== null && embedded.viewer?.user === null) window.location.replace(homePageUrl)
  }, [homePageUrl])
  usePlace({ title: foundationTitles.welcome, namespace: null, active: null, crumbs: [] })
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <Mark sizePx={72} />
        <h1 className={styles.title}>Where the threads of a project come together</h1>
        <p className={styles.lead}>Plan work, host code and discuss both on a server you control.</p>
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

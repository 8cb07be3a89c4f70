import type { Ground } from '#web/api/ground.ts'
import { useCurrentPlace, usePlace } from '#web/api/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import styles from './LostGround.module.css'

type Lost = Exclude<Ground, { readonly kind: 'firm' }>

/** Stands in the place of a page that cannot go on, and says why, with what was being written on it. */
export function LostGround({ ground }: { readonly ground: Lost }) {
  switch (ground.kind) {
    case 'signed-out':
      return <SignedOut texts={ground.texts} />
    case 'another-person':
      return <AnotherPerson />
    case 'gone':
    case 'refused':
      return <Gone isRefused={ground.kind === 'refused'} texts={ground.texts} />
    default:
      return ground satisfies never
  }
}

interface TextsProps {
  readonly texts: readonly string[]
}

function SignedOut({ texts }: TextsProps) {
  usePlace({ title: 'Signed out', namespace: null, active: null, crumbs: [] })
  const back = encodeURIComponent(window.location.pathname + window.location.search + window.location.hash)
  return (
    <Page width="narrow">
      <EmptyState
        title="You are signed out"
        action={
          <LinkButton variant="primary" href={`/users/sign_in?return_to=${back}`}>
            Sign in
          </LinkButton>
        }
      >
        Sign in to go on where you were. What you wrote and did not send is kept for you.
      </EmptyState>
      <Texts texts={texts} />
    </Page>
  )
}

function AnotherPerson() {
  usePlace({ title: 'Signed in as somebody else', namespace: null, active: null, crumbs: [] })
  return (
    <Page width="narrow">
      <EmptyState
        title="You are signed in as somebody else"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        }
      >
        Another account has signed in in this browser. Reload the page to see it with that account.
      </EmptyState>
    </Page>
  )
}

function Gone({ isRefused, texts }: TextsProps & { readonly isRefused: boolean }) {
  // Where the page was: the lists above it may be there still.
  const [above] = useCurrentPlace().crumbs
  return (
    <Page width="narrow">
      <EmptyState
        title={isRefused ? 'You may not see this page any more' : 'This page is gone'}
        action={
          <>
            {above !== undefined && <LinkButton href={above.href}>Go to {above.label}</LinkButton>}
            <LinkButton href="/">Go to your projects</LinkButton>
          </>
        }
      >
        {isRefused
          ? 'Your role here has changed. Ask a maintainer if you need access.'
          : 'It was deleted or moved, or you have no access to it any more.'}
      </EmptyState>
      <Texts texts={texts} />
    </Page>
  )
}

function Texts({ texts }: TextsProps) {
  if (texts.length === 0) return null
  return (
    <section aria-labelledby="lost-texts" className={styles.texts}>
      <h2 id="lost-texts" className={styles.heading}>
        What you wrote here
      </h2>
      {texts.map(text => (
        <div key={text} className={styles.text}>
          <TextArea aria-label="What you wrote" readOnly rows={3} value={text} />
          <CopyButton text={text} label="Copy text" />
        </div>
      ))}
    </section>
  )
}

import type { Ground } from '#web/api/ground.ts'
import { useCurrentPlace, usePlace } from '#web/api/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import styles from './LostGround.module.css'
import { textIsKept } from './messages.ts'

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
        Sign in to continue where you left off. {textIsKept}
      </EmptyState>
      <Texts texts={texts} />
    </Page>
  )
}

function AnotherPerson() {
  usePlace({ title: 'Signed in as someone else', namespace: null, active: null, crumbs: [] })
  return (
    <Page width="narrow">
      <EmptyState
        title="You are signed in as someone else"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        }
      >
        This browser is now signed in to another account. Reload the page to continue with that account.
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
        title={isRefused ? 'You no longer have access to this page' : 'This page no longer exists'}
        action={
          <>
            {above !== undefined && <LinkButton href={above.href}>Go to {above.label}</LinkButton>}
            <LinkButton href="/">Go to your projects</LinkButton>
          </>
        }
      >
        {isRefused
          ? 'Your role here has changed. Ask a maintainer if you need access.'
          : 'It was deleted or moved, or you no longer have access to it.'}
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
        Unsent text
      </h2>
      {texts.map(text => (
        <div key={text} className={styles.text}>
          <TextArea aria-label="Unsent text" readOnly rows={3} value={text} />
          <CopyButton text={text} label="Copy text" />
        </div>
      ))}
    </section>
  )
}

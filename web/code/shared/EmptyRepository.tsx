import { CommandBlock } from '#web/foundation/places/CommandBlock.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import type { CodePlace } from '../shapes.ts'
import { nameOf } from './addresses.ts'
import styles from './EmptyRepository.module.css'

/** What to type so that something is here. */
export function EmptyRepository({ place }: { readonly place: CodePlace }) {
  const { cloneUrl: url, defaultBranch: branch, namespace, name, canPush } = place
  if (!canPush) {
    return (
      <Card>
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="The repository is empty">
          Its files stand here once somebody has pushed them.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className={styles.parts}>
      <Card title="Push a repository you have" description="From its folder:">
        <CommandBlock
          label="Copy the commands to push"
          commands={`git remote add origin ${url}\ngit push --set-upstream origin --all\ngit push --set-upstream origin --tags`}
        />
      </Card>
      <Card title="Or begin a new one">
        <CommandBlock
          label="Copy the commands to begin"
          commands={`git clone ${url}\ncd ${nameOf(namespace)}\ngit switch --create ${branch}\necho "# ${name.replaceAll('"', '')}" > README.md\ngit add README.md\ngit commit -m "Begin"\ngit push --set-upstream origin ${branch}`}
        />
      </Card>
      <p className={styles.hint}>
        Git asks for your username and password. An{' '}
        <TextLink href="/-/user_settings/personal_access_tokens">access token</TextLink> does in place of the password.
        This page shows the files as soon as they are here.
      </p>
    </div>
  )
}

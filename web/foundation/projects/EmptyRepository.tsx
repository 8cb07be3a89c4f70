import { PlusIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { CommandBlock } from '../places/CommandBlock.tsx'
import styles from './EmptyRepository.module.css'

interface EmptyRepositoryProps {
  readonly cloneUrl: string
  readonly namespace: string
  readonly name: string
  readonly defaultBranch: string
  readonly canPush: boolean
}

/** The commands that fill an empty repository. */
export function EmptyRepository({ cloneUrl, namespace, name, defaultBranch, canPush }: EmptyRepositoryProps) {
  if (!canPush) {
    return (
      <Card>
        <EmptyState title="The repository is empty">Files appear here after the first push.</EmptyState>
      </Card>
    )
  }
  const folder = namespace.slice(namespace.lastIndexOf('/') + 1)
  return (
    <Stack gap={5}>
      <Card title="Add a file" description="This creates the first commit.">
        <div className={styles.files}>
          {['', 'README.md', 'LICENSE', '.gitignore'].map(file => (
            <LinkButton
              key={file}
              href={`/${namespace}/-/new/${encodeURIComponent(defaultBranch)}/${file}`}
              icon={<PlusIcon />}
            >
              {file === '' ? 'New file' : file}
            </LinkButton>
          ))}
        </div>
      </Card>
      <Card title="Push an existing repository" description="Run these commands in its folder:">
        <CommandBlock
          label="Copy push commands"
          commands={`git remote add origin ${cloneUrl}\ngit push --set-upstream origin --all\ngit push --set-upstream origin --tags`}
        />
      </Card>
      <Card title="Or create a new repository">
        <CommandBlock
          label="Copy commands for a new repository"
          commands={`git clone ${cloneUrl}\ncd ${folder}\ngit switch --create ${defaultBranch}\necho "# ${name.replaceAll('"', '')}" > README.md\ngit add README.md\ngit commit -m "Initial commit"\ngit push --set-upstream origin ${defaultBranch}`}
        />
      </Card>
      <p className={styles.hint}>
        Git asks for your username and password. An{' '}
        <TextLink href="/-/user_settings/personal_access_tokens">access token</TextLink> works instead of the password.
      </p>
    </Stack>
  )
}

import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextInput, type TextInputProps } from '#web/ui/forms/TextInput.tsx'

/** A password that can be looked at while it is typed. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? <EyeClosedIcon /> : <EyeIcon />}
          size="s"
          tooltip={false}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

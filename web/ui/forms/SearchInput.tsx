import { SearchIcon, XCircleFillIcon } from '@primer/octicons-react'
import { IconButton } from '../actions/IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

interface SearchInputProps
  extends Omit<TextInputProps, 'leading' | 'trailing' | 'onChange' | 'onValue' | 'value' | 'type'> {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

export function SearchInput({ label, value, onValue, placeholder = label, onKeyDown, ...rest }: SearchInputProps) {
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onValue={onValue}
      onKeyDown={event => {
        onKeyDown?.(event)
        if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onValue('')
      }}
      leading={<SearchIcon />}
      trailing={
        value !== '' && (
          <IconButton label="Clear" icon={<XCircleFillIcon />} size="s" tooltip={false} onClick={() => onValue('')} />
        )
      }
    />
  )
}

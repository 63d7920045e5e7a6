import { SearchOutlined } from '@ant-design/icons'
import { openPalette } from './PaletteHost.tsx'
import './search-button.css'

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette from the header, and shows its shortcut. */
export function SearchButton({ children }: { children: string }) {
  return (
    <button type="button" className="search-button" onClick={openPalette} aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}>
      <SearchOutlined aria-hidden />
      <span className="search-button-text">{children}</span>
      <kbd aria-hidden="true">{onMac ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  )
}

import { afterEach, beforeEach, type Mock, vi } from 'vitest'

/** Returns a mock that receives each file that a page saves, for all tests of the calling file. */
export function hearSavedFiles(): Mock<(file: Blob, name: string) => void> {
  const saved = vi.fn<(file: Blob, name: string) => void>()
  const files: Blob[] = []
  // jsdom has neither. They stay, because a page revokes an address a minute later.
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file) - 1}`
  URL.revokeObjectURL = () => {}
  beforeEach(() => {
    saved.mockReset()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const file = files[Number(this.href.slice('blob:'.length))]
      if (file) saved(file, this.download)
    })
  })
  afterEach(() => vi.mocked(HTMLAnchorElement.prototype.click).mockRestore())
  return saved
}

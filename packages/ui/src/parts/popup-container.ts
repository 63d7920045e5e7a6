/** A popup belongs to the landmark or dialog that it is opened from, also for those who move by landmarks. */
export const popupContainer = (trigger: HTMLElement): HTMLElement => trigger.closest<HTMLElement>('.ant-drawer-body, main') ?? document.body

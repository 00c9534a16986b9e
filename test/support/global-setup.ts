export default function globalSetup(): void {
  // The built add-in and the workbench are made here once the browser tests need them.
}

export { type FileJournalOptions, fileJournal } from './file-journal.ts';
export { type FileStoreOptions, fileStore } from './file-store.ts';
export { type Installation, type InstallationOptions, openInstallation } from './installation.ts';
export { type UsageFileOptions, type WrittenUsage, writeUsageFile } from './usage-files.ts';

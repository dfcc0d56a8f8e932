import { addCopyButtons } from './copy-buttons.js';
import { nameThisService } from './name-this-service.js';
import { startSearch } from './search.js';

// Every page works without this script.
nameThisService();
addCopyButtons();
startSearch();

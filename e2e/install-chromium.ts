import { ensureChromium } from './chromium.ts';

ensureChromium();

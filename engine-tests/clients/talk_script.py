class Script: pass

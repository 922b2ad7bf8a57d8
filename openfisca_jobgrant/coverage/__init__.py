"""Law coverage: which changes of the law would no test notice?"""
